import { clip, picture } from '../edits.ts';
import { HEARD_MUSIC } from '../measured-sheet.ts';
import { type Base, type FieldPicture, fromGallery, over, play, vary } from './example.ts';

const MOMENTS = [0, 1, 2, 3.96];
const progress = (more: object = {}): Base =>
  over('night', { type: 'progress', color: '#f5b544', width: 480, height: 60, ...more }, { at: 1.6 });
const ring = (more: object = {}): Base => progress({ shape: 'ring', width: 260, height: 260, ...more });
const qr = (more: object = {}): Base =>
  over('night', { type: 'qr', text: 'https://example.com/tickets', width: 300, height: 300, ...more });

/** A waveform over a picture, while music is heard. */
const waveform = (more: object = {}): Base => ({
  under: [picture('night', 4), clip({ type: 'audio', src: HEARD_MUSIC }, 4)],
  clip: clip({ type: 'waveform', color: '#f5b544', width: 480, height: 200, ...more }, 4),
  at: 1.4,
});

/** The pictures of progress and codes, by the name of their object and their own. */
export const MEASURED_PICTURES: Readonly<Record<string, FieldPicture>> = {
  'ProgressAsset.shape': fromGallery('progress'),
  'ProgressAsset.value': play(
    ring(),
    'asset.value',
    [{ from: 1, to: 0, length: 4, interpolation: 'bezier', easing: 'easeInOut' }],
    MOMENTS,
  ),
  'ProgressAsset.direction': vary(progress({ width: 300, height: 240 }), 'asset.direction', [
    'right',
    'left',
    'up',
    'down',
  ]),
  'ProgressAsset.color': vary(progress(), 'asset.color', ['#ffffff', '#f5b544', '#80f5b544']),
  'ProgressAsset.background': vary(progress(), 'asset.background', [undefined, 'transparent', '#14213d']),
  'ProgressAsset.cornerRadius': vary(progress(), 'asset.cornerRadius', [0, 12, 30]),
  'ProgressAsset.thickness': vary(ring(), 'asset.thickness', [undefined, 60, 130]),
  'ProgressAsset.width': vary(progress(), 'asset.width', [undefined, 480, 240]),
  'ProgressAsset.height': vary(progress(), 'asset.height', [undefined, 60, 20]),
  'WaveformAsset.source': fromGallery('waveforms'),
  'WaveformAsset.shape': vary(waveform({ height: 300 }), 'asset.shape', ['bars', 'line', 'circle']),
  'WaveformAsset.bars': vary(waveform(), 'asset.bars', [12, 48, 96]),
  'WaveformAsset.color': vary(waveform(), 'asset.color', ['#ffffff', '#f5b544', '#80f5b544']),
  'WaveformAsset.background': vary(waveform(), 'asset.background', ['transparent', '#80102040']),
  'WaveformAsset.mirrored': vary(waveform(), 'asset.mirrored', [true, false]),
  'WaveformAsset.gap': vary(waveform({ bars: 24 }), 'asset.gap', [0, 0.4, 0.8]),
  'WaveformAsset.cornerRadius': vary(waveform({ bars: 16 }), 'asset.cornerRadius', [0, 6, 12]),
  'WaveformAsset.thickness': vary(
    waveform({ shape: 'line', mirrored: false }),
    'asset.thickness',
    [2, 8, 20],
  ),
  'WaveformAsset.gain': vary(waveform(), 'asset.gain', [-12, 0, 12]),
  'WaveformAsset.attack': vary({ ...waveform(), at: 0.2 }, 'asset.attack', [0, 0.2, 0.8]),
  'WaveformAsset.decay': vary(waveform(), 'asset.decay', [0, 0.4, 3]),
  'WaveformAsset.width': vary(waveform(), 'asset.width', [480, 240]),
  'WaveformAsset.height': vary(waveform(), 'asset.height', [200, 80]),
  'QrAsset.text': vary(qr(), 'asset.text', ['HELLO', 'https://example.com/tickets']),
  'QrAsset.errorCorrection': vary(qr(), 'asset.errorCorrection', ['low', 'medium', 'quartile', 'high']),
  'QrAsset.modules': vary(qr(), 'asset.modules', ['square', 'dot']),
  'QrAsset.color': vary(qr(), 'asset.color', ['#000000', '#102040', '#7a1f2b']),
  'QrAsset.background': vary(qr({ color: '#102040' }), 'asset.background', [
    '#ffffff',
    '#ffe9c0',
    '#80ffffff',
  ]),
  'QrAsset.margin': vary(qr(), 'asset.margin', [0, 2, 4]),
  'QrAsset.width': vary(qr(), 'asset.width', [300, 150]),
  'QrAsset.height': vary(qr(), 'asset.height', [300, 200]),
};
