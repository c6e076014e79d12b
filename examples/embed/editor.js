const editor = document.querySelector('kinora-editor');

/** Asks the server of this site, which has the key. */
async function ask(path, options) {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error('The site does not answer.');
  return answer;
}

// Called at the beginning, and again before a token ends.
editor.token = async () => await (await ask('token?scope=edit')).text();

editor.addEventListener('error', ({ detail }) => console.warn(detail.code, detail.message));

// A token renders nothing. The server of this site does.
editor.addEventListener('render', async () => {
  try {
    await editor.showRender({ status: 'waiting' });
    await editor.save();
    const { id } = await (await ask('render', { method: 'POST' })).json();
    for (;;) {
      const { status, url, progress, error } = await (await ask(`render/${id}`)).json();
      if (status === 'failed') throw new Error(error);
      await editor.showRender({ status: status === 'done' ? 'done' : 'rendering', url, progress });
      if (status === 'done') return;
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  } catch (error) {
    await editor.showRender({ status: 'failed', text: error.message });
  }
});
