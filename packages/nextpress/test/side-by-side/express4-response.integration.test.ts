import { get, head } from './ask.ts';
import { compare } from './compare.ts';
import { RANGES } from './express4-ranges.ts';
import { does } from './express4-shows.ts';
import { VERSION_4 } from './version-4.ts';

/** File names with text that needs quotes, escapes or another charset. */
const ATTACHED = ['a.xml', 'a b.txt', '"a".html', '€.png', '%41.txt', 'x/../b.css', 'a\x85.bin'];

compare(
  {
    'members of res': {
      'send(status)': { app: does((res) => res.send(404)), asks: [get('/')] },
      'send(status, body)': { app: does((res) => res.send(201, { a: 1 })), asks: [get('/')] },
      'send(body, status)': { app: does((res) => res.send('made', 201)), asks: [get('/'), head('/')] },
      'send(status, number)': { app: does((res) => res.send(200, 7)), asks: [get('/')] },
      'send of nothing': { app: does((res) => res.send()), asks: [get('/')] },
      'json(status, value)': { app: does((res) => res.json(400, { a: 1 })), asks: [get('/')] },
      'json(value, status)': { app: does((res) => res.json({ a: 1 }, 400)), asks: [get('/')] },
      'json(value, status) of a number': { app: does((res) => res.json(200, 201)), asks: [get('/')] },
      'jsonp(value, status) of a number': { app: does((res) => res.jsonp(200, 201)), asks: [get('/')] },
      attachment: {
        app: does((res, req) => res.attachment(req.query.name).send('x')),
        asks: ATTACHED.map((name) => get(`/?name=${encodeURIComponent(name)}`)),
      },
      download: {
        app: does((res, req) => res.download('package.json', req.query.name, { lastModified: false })),
        asks: ATTACHED.map((name) => get(`/?name=${encodeURIComponent(name)}`)),
      },
      'sendFile sends a charset in upper case': {
        app: does((res) => res.sendFile('package.json', { root: '.', lastModified: false })),
        asks: [get('/')],
      },
      'sendFile reads ranges leniently': {
        app: does((res) => res.sendFile('package.json', { root: '.', lastModified: false })),
        asks: RANGES.map((range) => get('/', { Range: range })),
      },
      'jsonp(status, value)': {
        app: does((res) => res.jsonp(400, { a: 1 })),
        asks: [get('/'), get('/?callback=f')],
      },
      'status of text': { app: does((res) => res.status('404').send('none')), asks: [get('/')] },
      sendStatus: { app: does((res) => res.sendStatus(499)), asks: [get('/')] },
      'redirect(url)': {
        app: does((res) => res.redirect('/b?c="d"')),
        asks: [get('/'), head('/'), get('/', { Accept: 'text/html' }), get('/', { Accept: 'image/png' })],
      },
      'redirect(url, status)': { app: does((res) => res.redirect('/b', 301)), asks: [get('/')] },
      'redirect(status, url)': { app: does((res) => res.redirect(301, '/b')), asks: [get('/')] },
      "redirect('back')": {
        app: does((res) => res.redirect('back')),
        asks: [get('/'), get('/', { Referer: '/x' })],
      },
      "location('back')": {
        app: does((res) => res.location('back').end()),
        asks: [get('/', { Referer: '/x' })],
      },
      clearCookie: { app: does((res) => res.clearCookie('a', { path: '/b', maxAge: 1000 }).end()), asks: [] },
      'redirect(url, status) of text': { app: does((res) => res.redirect('/b', '301')), asks: [get('/')] },
      'redirect of an invalid status': { app: does((res) => res.redirect('/b', 'c')), asks: [get('/')] },
      'send, json, jsonp and redirect with three arguments': {
        app: does((res, req) => res[req.query.name](201, 'b', 'c')),
        asks: ['send', 'json', 'jsonp', 'redirect'].map((name) => get(`/?name=${name}`)),
      },
      'json with three arguments, of which the second is a number': {
        app: does((res) => res.json('b', 201, 'c')),
        asks: [get('/')],
      },
      'vary without a field': {
        app: does((res) => {
          for (const field of [[], '', null, undefined, 0, false]) res.vary(field);
          res.vary().end();
        }),
        asks: [get('/')],
      },
      sendfile: {
        app: does((res) => res.sendfile('package.json', (error: Error) => error && res.send(404))),
        asks: [],
      },
    },
  },
  VERSION_4,
);
