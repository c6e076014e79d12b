/** 0. The compiler cannot know, since it is exported, and so does not put what is made of it back into loops. */
export let zero: i32 = 0;

/**
 * Four times a number, to be made before a loop: V8 makes a constant anew, in four or five instructions, wherever it stands, which took
 * a quarter of the time of a conversion.
 */
export function held(value: i32): v128 {
  return i32x4.splat(value + zero);
}

/** Two numbers of 16 bits in turns, to be made before a loop. */
export function heldPairs(first: i32, second: i32): v128 {
  return held((second << 16) | (first & 0xffff));
}

/** Twice a float, to be made before a loop. */
export function heldDoubles(value: f64): v128 {
  return f64x2.splat(value + <f64>zero);
}
