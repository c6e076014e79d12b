/**
 * FFmpeg, as node-av binds it. Import it from here: node-av itself also loads its own demuxers, pipelines and
 * WebRTC, which takes as long again as FFmpeg. Every child process would wait for that.
 */
export * from 'node-av/constants';
export * from 'node-av/lib';
