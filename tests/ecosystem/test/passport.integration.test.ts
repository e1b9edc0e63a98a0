import express from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy } from 'passport-local';
import { expect } from 'vitest';
import { packages } from '../works.ts';

const works = packages('passport passport-local');

works('log in with a password, keep the user in the session, and log out', async ({ app, serve }) => {
  const users = new passport.Passport();
  users.use(
    new Strategy((username, password, done) => {
      if (password !== 'secret') done(null, false, { message: 'wrong' });
      else done(null, { name: username });
    }),
  );
  users.serializeUser((user, done) => done(null, user));
  users.deserializeUser((user: Express.User, done) => done(null, user));
  app.use(session({ secret: 'secret', resave: false, saveUninitialized: false }));
  app.use(express.urlencoded({ extended: false }), users.initialize(), users.session());
  app.post(
    '/login',
    users.authenticate('local', { successRedirect: '/me', failureRedirect: '/login?failed' }),
  );
  app.post('/token', users.authenticate('local', { session: false }), (req, res) => void res.json(req.user));
  app.get('/me', (req, res) => {
    if (req.isAuthenticated()) res.json(req.user);
    else res.sendStatus(403);
  });
  app.post('/logout', (req, res, next) => req.logout((error) => (error ? next(error) : res.redirect('/me'))));
  const { visitor } = await serve();
  const form = (password: string) => new URLSearchParams({ username: 'ada', password });

  expect((await visitor.get('/me')).status).toBe(403);
  const refused = await visitor.post('/login', form('guess'));
  expect([refused.status, refused.headers.get('location')]).toEqual([302, '/login?failed']);
  const [denied, token] = [
    await visitor.post('/token', form('guess')),
    await visitor.post('/token', form('secret')),
  ];
  expect([denied.status, denied.text, token.json()]).toEqual([401, 'Unauthorized', { name: 'ada' }]);
  const welcome = await visitor.post('/login', form('secret'));
  expect([welcome.status, welcome.headers.get('location')]).toEqual([302, '/me']);
  expect((await visitor.get('/me')).json()).toEqual({ name: 'ada' });
  expect((await visitor.post('/logout')).headers.get('location')).toBe('/me');
  expect((await visitor.get('/me')).status).toBe(403);
});
