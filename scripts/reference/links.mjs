/** @module Where each type and member is documented. */
import { anchorOf, code } from './markdown.mjs';

/** What is documented elsewhere, or on a page with a name of its own. */
const PREFIXES = new Map([
  ['RequestHelpers', 'Request'],
  ['ResponseHelpers', 'Response'],
  ['FileHelpers', 'Response'],
  ['Registration', 'Application'],
  ['Configuring', 'Application'],
  ['Inspecting', 'Application'],
  ['Listening', 'Application'],
]);

/** What members are called on in text. */
const RECEIVERS = new Map([
  ['Application', 'app.'],
  ['Request', 'req.'],
  ['Response', 'res.'],
  ['Scope', 'scope.'],
  ['Router', 'router.'],
]);

/** The pages by what they document. */
export class Links {
  /** @type {Map<string, string>} Addresses by `package:name` and by `name`. */
  #addresses = new Map();

  /** The first page that documents a name keeps it. @param {string} from The package. @param {string} name @param {string} address */
  add(from, name, address) {
    for (const key of [`${from}:${name}`, name])
      if (!this.#addresses.has(key)) this.#addresses.set(key, address);
  }

  /** @param {string} from @param {string} name */
  addressOf(from, name) {
    const [owner = '', member] = name.split('.');
    const known = member === undefined ? name : `${PREFIXES.get(owner) ?? owner}.${member}`;
    const find = (/** @type {string} */ key) =>
      this.#addresses.get(`${from}:${key}`) ?? this.#addresses.get(key);
    return find(known) ?? find(PREFIXES.get(name) ?? name) ?? find(owner);
  }

  /** Replaces `{@link Name}` and `{@link Name.member}`. @param {string} text @param {string} from */
  resolve(text, from) {
    return text.replace(/\{@link ([\w.$]+)(?:\s*\|?\s*([^}]*))?\}/g, (_, name, label) =>
      this.link(from, name, label || labelOf(name)),
    );
  }

  /** @param {string} from @param {string} name @param {string} [label] */
  link(from, name, label = name) {
    const address = this.addressOf(from, name);
    return address === undefined ? code(label) : `[${code(label)}](${address})`;
  }
}

/** The address of a member of a page. @param {string} page @param {string} title */
export function addressIn(page, title) {
  return `${page}.md#${anchorOf(title)}`;
}

/** `res.send` for `ResponseHelpers.send`. @param {string} name */
function labelOf(name) {
  const [owner = '', member] = name.split('.');
  const receiver = RECEIVERS.get(PREFIXES.get(owner) ?? owner);
  return member === undefined || receiver === undefined ? name : receiver + member;
}
