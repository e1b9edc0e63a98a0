export const render = (url) => `<p>rendered ${url}</p>`;
