const editor = document.querySelector('kinora-editor');

/** Asks the server of this site, which has the key. */
async function ask(path, options) {
  const answer = await fetch(path, options);
  if (!answer.ok) throw new Error('The server of this page does not answer as it should.');
  return await answer.json();
}

// Called at the beginning, and again before a token ends.
editor.token = async () => (await ask('/token')).token;

editor.addEventListener('saved', ({ detail }) => console.log(`${detail.name} is saved.`));
editor.addEventListener('error', ({ detail }) => console.warn(detail.code, detail.message));
editor.addEventListener('render', async ({ detail }) => {
  try {
    await editor.showRender({ status: 'waiting' });
    const { id } = await ask('/render', { method: 'POST', body: JSON.stringify(detail.edit) });
    for (;;) {
      const { status, url, progress, error } = await ask(`/render/${id}`);
      if (status === 'done') return await editor.showRender({ status: 'done', url });
      if (status === 'failed') throw new Error(error);
      await editor.showRender({ status: 'rendering', progress });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  } catch (error) {
    await editor.showRender({ status: 'failed', text: error.message });
  }
});
