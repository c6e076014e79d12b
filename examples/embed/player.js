const player = document.querySelector('kinora-player');
// Called again when the token has expired.
player.token = async () => {
  const answer = await fetch('token');
  if (!answer.ok) throw new Error('The site gives no token.');
  return await answer.text();
};
