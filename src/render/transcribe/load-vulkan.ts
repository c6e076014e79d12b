import { constants } from 'node:os';

/** Keeps a library in the process although it is no module of Node.js (`RTLD_NODELETE` of glibc and musl). */
const RTLD_NODELETE = 0x1000;

/**
 * Loads the Vulkan loader into this process: that of the system, or else the given one. FFmpeg's whisper calls it
 * without a check and crashes if it is missing, even if there is no graphics card to use. FFmpeg looks for it when it is
 * loaded itself, so call this before.
 *
 * @param path a local copy of `libvulkan.so.1`. Without one, only the system is asked.
 */
export function loadVulkan(path: string | undefined): void {
  if (loadLibrary('libvulkan.so.1') || path === undefined) return;
  loadLibrary(path);
}

/** Returns true if the library is in the process now. */
function loadLibrary(name: string): boolean {
  try {
    process.dlopen({ exports: {} }, name, constants.dlopen.RTLD_NOW | RTLD_NODELETE);
  } catch (error) {
    // The library is loaded. It is just not a module of Node.js.
    return error instanceof Error && error.message.startsWith('Module did not self-register');
  }
  return true;
}
