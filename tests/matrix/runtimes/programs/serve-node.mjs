// What the other runtimes are compared with: the application on its own server.
import { createApp } from './application.mjs';

const server = createApp().listen(0, '127.0.0.1', () => console.log(server.address().port));
