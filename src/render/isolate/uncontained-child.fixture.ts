/** A media process on a machine that cannot contain it. */
import '../contain/contain-process.ts';

Object.defineProperty(process, 'platform', { value: 'plan9' });
await import('./child.ts');
