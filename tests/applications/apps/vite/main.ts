import { name } from './name.js';

const text: string = name;
document.body.append(text);
