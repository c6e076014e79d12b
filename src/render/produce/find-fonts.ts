// The door for a process that waits: it may know the list of steps, and not what each is made of.
export { findFonts } from '../fonts/font-register.ts';
