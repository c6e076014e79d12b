/** Length in bytes of the key that encrypts credentials. */
export const SECRET_BOX_KEY_BYTES = 32;
