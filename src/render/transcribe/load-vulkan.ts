import { constants } from 'node:os';

/** Keeps a library in the process even if it is not a Node.js module (`RTLD_NODELETE` of glibc and musl). */
const RTLD_NODELETE = 0x1000;

/**
 * Loads the Vulkan loader into this process: the system's if there is one, otherwise the given one. The
 * whisper filter of FFmpeg crashes if the loader is missing, even on a machine without a graphics card.
 * FFmpeg looks for the loader when FFmpeg itself is loaded, so call this function before FFmpeg is loaded.
 *
 * @param path a local copy of `libvulkan.so.1`. If undefined, only the system's loader is tried.
 */
export function loadVulkan(path: string | undefined): void {
  if (loadLibrary('libvulkan.so.1') || path === undefined) return;
  loadLibrary(path);
}

/** Loads a library. @returns true if the library is loaded now. */
function loadLibrary(name: string): boolean {
  try {
    process.dlopen({ exports: {} }, name, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    // This error means that the library is loaded, although it is not a Node.js module.
    return error instanceof Error && error.message.startsWith('Module did not self-register');
  }
  return true;
}
