/** A program with a mistake, and what the compiler must say. */
interface WrongEdit {
  /** Uses `kinora`, a client, and correct parts of an edit. */
  readonly code: string;
  /** The code that the compiler marks. */
  readonly at: string;
  /** Parts of the message. */
  readonly says: readonly string[];
}

/** Programs with one mistake each. */
export const WRONG_EDITS: Readonly<Record<string, WrongEdit>> = {
  'edit in a variable without a type': {
    code: `
    const edit = {
      timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 3 }] }] },
      output: { format: 'mp4', resolution: 'hd' },
    };
    kinora.render(edit);`,
    at: 'edit',
    says: [
      'is any string here. Give its variable a type: `const edit: Edit = ...`',
      'or write `edit as Edit` for JSON.',
    ],
  },
  'clips in a variable without a type': {
    code: `
    const clips = ['a.png', 'b.png'].map((src, index) => ({
      asset: { type: 'image', src }, start: index, length: 1,
    }));
    kinora.dryRun({ timeline: { tracks: [{ clips }] }, output });`,
    at: '{ timeline: { tracks: [{ clips }] }, output }',
    says: ['timeline.tracks[].clips[].asset.type is any string here', 'or `const clips: Clip[] = ...`'],
  },
  'frame rate in a variable without a type': {
    code: `
    const output = { format: 'mp4', resolution: 'hd', fps: 30 };
    kinora.frame({ timeline, output: { ...output, format: 'mp4', resolution: 'hd' } }, 3);`,
    at: "{ timeline, output: { ...output, format: 'mp4', resolution: 'hd' } }",
    says: ['output.fps is any number here'],
  },
  'template in a variable without a type': {
    code: `
    const template = { name: 'a', template: { timeline, output: { format: 'mp4' } } };
    kinora.templates.create(template);`,
    at: 'template',
    says: [
      'template.output.format is any string here',
      'Give its variable a type: `const template: NewTemplate = ...`',
    ],
  },
  'created asset in a variable without a type': {
    code: `
    const asset = { provider: 'elevenlabs', options: { type: 'text-to-speech', text: 'Hi', voice: 'Rachel' } };
    kinora.createdAssets.create(asset);`,
    at: 'asset',
    says: ['is any string here', 'Give its variable a type: `const asset: NewCreatedAsset = ...`'],
  },
  'source in a variable without a type': {
    code: `
    const source = { url: 'https://example.com/a.mov', outputs: { renditions: [{ format: 'mp4' }] } };
    kinora.sources.create(source);`,
    at: 'source',
    says: [
      'outputs.renditions[].format is any string here',
      'Give its variable a type: `const source: NewSource = ...`',
    ],
  },
  'transfer in a variable without a type': {
    code: `
    const transfer = { url: 'https://example.com/a.mov', id: 'a', destinations: [{ provider: 'kinora' }] };
    kinora.assets.transfer(transfer);`,
    at: 'transfer',
    says: [
      'destinations[].provider is any string here',
      'Give its variable a type: `const transfer: NewTransfer = ...`',
    ],
  },
  'wrong name of a property': {
    code: `
    const edit: Edit = {
      timeline: { tracks: [{ clips: [{ asset: { type: 'text', txt: 'Hi' }, start: 0, length: 3 }] }] },
      output,
    };`,
    at: 'txt',
    says: ["'txt' does not exist in type 'TextAsset'. Did you mean to write 'text'?"],
  },
  'property of another asset': {
    code: `
    const clip: Clip = { asset: { type: 'image', src: 'a.png', volume: 1 }, start: 0, length: 1 };`,
    at: 'volume',
    says: ["'volume' does not exist in type 'ImageAsset'."],
  },
  'wrong value of an enum': {
    code: `
    const edit = { timeline, output: { format: 'mpg', resolution: 'hd' } } satisfies Edit;`,
    at: 'format',
    says: [`Type '"mpg"' is not assignable to type`, '"mp4"', '"gif"', '"mp3"', '"jpg"', '"png"', '"bmp"'],
  },
  'misspelt fit': {
    code: `
    kinora.render({
      timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 3, fit: 'crops' }] }] },
      output,
    });`,
    at: 'fit',
    says: [`Type '"crops"' is not assignable`, '"contain"', `Did you mean '"crop"'?`],
  },
  'misspelt transition': {
    code: `
    const clip: Clip = { asset, start: 0, length: 1, transition: { in: 'fadeslow' } };`,
    at: 'in',
    says: [`Type '"fadeslow"' is not assignable`, `Did you mean '"fadeSlow"'?`],
  },
  'missing source': {
    code: `
    const edit: Edit = { timeline: { tracks: [{ clips: [{ asset: { type: 'luma' }, start: 0, length: 3 }] }] }, output };`,
    at: 'asset',
    says: [`Property 'src' is missing in type '{ type: "luma"; }' but required in type 'LumaAsset'.`],
  },
  'missing length': {
    code: `
    kinora.render({ timeline: { tracks: [{ clips: [{ asset, start: 0 }] }] }, output });`,
    at: '{ asset, start: 0 }',
    says: ["Property 'length' is missing", "but required in type 'Clip'."],
  },
  'missing output': {
    code: `
    const edit: Edit = { timeline };`,
    at: 'edit',
    says: ["Property 'output' is missing in type '{ timeline: Timeline; }' but required in type 'Edit'."],
  },
  'missing output in a variable without a type': {
    code: `
    const edit = { timeline };
    kinora.render(edit);`,
    at: 'edit',
    says: ["Property 'output' is missing in type '{ timeline: Timeline; }' but required in type 'Edit'."],
  },
  'unknown asset': {
    code: `
    const edit: Edit = { timeline: { tracks: [{ clips: [{ asset: { type: 'movie', src: 'a' }, start: 0, length: 3 }] }] }, output };`,
    at: 'type',
    says: [`Type '"movie"' is not assignable`, '"video"', '"image"', '"text-to-speech"'],
  },
  'misspelt field of a tween': {
    code: `
    const clip: Clip = { asset, start: 0, length: 1, opacity: [{ form: 0, to: 1, length: 1 }] };`,
    at: 'form',
    says: ["'form' does not exist in type 'Tween'."],
  },
  'text in place of a number': {
    code: `
    const clip: Clip = { asset, start: 0, length: 1, opacity: 'half' };`,
    at: 'opacity',
    says: [`Type '"half"' is not assignable to type`, 'number', 'readonly Tween[]'],
  },
  'misspelt start': {
    code: `
    const clip: Clip = { asset, start: 'begin', length: 'end' };`,
    at: 'start',
    says: [`Type '"begin"' is not assignable to type`, 'number', '"auto"', '`alias://${string}`'],
  },
  'rectangle without its size': {
    code: `
    const clip: Clip = { asset: { type: 'shape', shape: 'rectangle' }, start: 0, length: 1 };`,
    at: 'asset',
    says: ["Property 'rectangle' is missing", "but required in type 'RectangleShape'."],
  },
  'unknown destination': {
    code: `
    const edit: Edit = { timeline, output: { format: 'mp4', destinations: [{ provider: 'ftp' }] } };`,
    at: 'provider',
    says: [`Type '"ftp"' is not assignable to type`, '"s3"', '"google-drive"'],
  },
  'destination without a bucket': {
    code: `
    const edit: Edit = {
      timeline,
      output: { format: 'mp4', destinations: [{ provider: 's3', options: { region: 'eu-west-1' } }] },
    };`,
    at: "{ provider: 's3', options: { region: 'eu-west-1' } }",
    says: ["Property 'bucket' is missing in type '{ region: string; }' but required in type 'S3Options'."],
  },
  'generated image without a prompt': {
    code: `
    const clip: Clip = { asset: { type: 'text-to-image', text: 'A beach' }, start: 0, length: 1 };`,
    at: 'text',
    says: ["'text' does not exist in type 'TextToImageAsset'."],
  },
  'merge field without a value': {
    code: `
    const edit: Edit = { timeline, output, merge: [{ find: 'NAME' }] };`,
    at: "{ find: 'NAME' }",
    says: ["Property 'replace' is missing", "but required in type 'MergeField'."],
  },
  'misspelt option of a created asset': {
    code: `
    kinora.createdAssets.create({
      provider: 'elevenlabs',
      options: { type: 'text-to-speech', text: 'Hi', voices: 'Rachel' },
    });`,
    at: 'voices',
    says: ["'voices' does not exist in type", "Did you mean to write 'voice'?"],
  },
  'option of another provider': {
    code: `
    const asset: NewCreatedAsset = {
      provider: 'openai',
      options: { type: 'text-generator', prompt: 'A haiku' },
    };`,
    at: 'asset',
    says: ["Property 'model' is missing", "but required in type 'OpenAiText'."],
  },
  'unknown format of a rendition': {
    code: `
    kinora.sources.create({ url: 'https://example.com/a.mov', outputs: { renditions: [{ format: 'mp5' }] } });`,
    at: 'format',
    says: [`Type '"mp5"' is not assignable to type`, '"mp4"', '"webm"'],
  },
  'object of unknown content': {
    code: `
    const edit: { [name: string]: Json } = {};
    interface Json { readonly more: Json; readonly less: readonly Json[] }
    kinora.render(edit);`,
    at: 'edit',
    says: ["is missing the following properties from type 'Edit': timeline, output"],
  },
  'edit as JSON text': {
    code: `
    kinora.render(JSON.stringify(edit));`,
    at: 'JSON.stringify(edit)',
    says: ["Argument of type 'string' is not assignable to parameter of type 'Edit'."],
  },
  'unknown dialect': {
    code: `
    kinora.render(edit, { dialect: 'Shotstack' });`,
    at: 'dialect',
    says: [`Type '"Shotstack"' is not assignable to type`, '"interface"', `Did you mean '"shotstack"'?`],
  },
};

/** Programs without a mistake. */
export const RIGHT_EDITS: Readonly<Record<string, string>> = {
  'edit in the call': `
    kinora.render({
      timeline: { background: '#fff', tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 3 }] }] },
      output: { format: 'mp4', size: { width: 640, height: 360 }, fps: 30 },
    });`,
  'edit with a type': `
    const written: Edit = { timeline, output };
    kinora.render(written);
    const checked = { timeline, output: { format: 'mp4', resolution: 'hd' } } satisfies Edit;
    kinora.dryRun(checked);`,
  'edit of constants': `
    const constant = { timeline: { tracks: [{ clips: [{ asset: { type: 'image', src: 'a' }, start: 0, length: 'auto' }] }] }, output: { format: 'jpg', resolution: 'hd' } } as const;
    kinora.render(constant);`,
  'edit with several outputs': `
    kinora.render({ timeline, outputs: [output, { format: 'gif', resolution: 'sd' }] });
    const several: EditWithOutputs = { timeline, outputs: [output] };
    kinora.dryRun(several);`,
  'clips with a type': `
    const clips: Clip[] = ['a.png', 'b.png'].map((src, index) => ({
      asset: { type: 'image', src }, start: index, length: 1, opacity: [{ from: 0, to: 1, length: 1 }],
    }));
    kinora.frame({ timeline: { tracks: [{ clips }] }, output }, 1);`,
  'edit with placeholders': `
    const template: EditInput = {
      timeline: { tracks: [{ clips: [{ asset, start: '{{ START }}', length: '{{ LENGTH }}', fit: '{{ FIT }}', opacity: '{{ O }}' }] }] },
      output: { ...output, format: '{{ FORMAT }}' },
      merge: [{ find: 'START', replace: 1 }],
    };
    kinora.templates.create({ name: 'a', template });`,
  'edit of JSON': `
    kinora.render(JSON.parse('{}'));
    kinora.render({ output: { format: 'mp4' } as object } as unknown as Edit);`,
  'argument of a method as a type': `
    type Argument = Parameters<typeof kinora.render>[0];
    const argument: Argument = edit;
    kinora.render(argument, { dialect: 'shotstack' });`,
  'edit from a JSON file': `
    const json = { timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'Hi' }, start: 0, length: 3 }] }] }, output: { format: 'mp4' } };
    kinora.render(json as Edit);`,
  'placeholder in place of an object': `
    kinora.render({ timeline: { tracks: [{ clips: [{ asset: '{{ ASSET }}' as never, start: 0, length: 3 }] }] }, output });`,
  'options with undefined': `
    const clip: Clip = { asset, start: 0, length: 1, fit: undefined, opacity: undefined };
    const handle: RenderHandle = kinora.render({ timeline: { tracks: [{ clips: [clip] }] }, output, callback: undefined });
    handle.wait({ timeout: undefined, onProgress: undefined, signal: undefined });
    kinora.frame(edit, 1, { format: undefined, dialect: undefined });
    kinora.templates.render('a', { merge: undefined, callback: undefined });
    kinora.templates.create({ name: 'a', template: undefined });
    kinora.renders.list({ status: undefined, pageSize: undefined });`,
};
