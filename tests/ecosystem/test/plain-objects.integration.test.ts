import { Utils } from '@mikro-orm/core';
import { isDraftable, produce } from 'immer';
import lodash from 'lodash';
import mongoose from 'mongoose';
import { Sequelize } from 'sequelize';
import { expect } from 'vitest';
import { type Case, packages } from '../works.ts';

/** Responds with what `read` makes of the request's objects. */
async function ask({ app, serve }: Case, read: (params: object, query: object) => unknown): Promise<unknown> {
  app.get('/users/:org/:id', (req, res) => res.json(read(req.params, req.query)));
  const { visitor } = await serve();
  return (await visitor.get('/users/acme/7?role=admin&tag=a&tag=b')).json();
}

packages('lodash')('takes params and queries for plain objects', async (given) => {
  expect(
    await ask(given, (params, query) => ({
      plain: [lodash.isPlainObject(params), lodash.isPlainObject(query)],
      merged: lodash.merge({ where: { org: 'x', active: true } }, { where: params }),
      clone: lodash.cloneDeep(query),
    })),
  ).toEqual({
    plain: [true, true],
    merged: { where: { org: 'acme', id: '7', active: true } },
    clone: { role: 'admin', tag: ['a', 'b'] },
  });
});

packages('sequelize')('takes params and queries for conditions', async (given) => {
  const sequelize = new Sequelize({ dialect: 'postgres' });
  // Not in the types, which have no way to see the SQL without a database.
  const generator = sequelize.getQueryInterface().queryGenerator as {
    selectQuery(table: string, options: { where: object }): string;
  };
  expect(
    await ask(given, (params, query) => [
      generator.selectQuery('users', { where: params }),
      generator.selectQuery('users', { where: query }),
    ]),
  ).toEqual([
    `SELECT * FROM "users" WHERE "users"."org" = 'acme' AND "users"."id" = '7';`,
    `SELECT * FROM "users" WHERE "users"."role" = 'admin' AND "users"."tag" IN ('a', 'b');`,
  ]);
});

packages('@mikro-orm/core')('takes params and queries for plain objects', async (given) => {
  expect(
    await ask(given, (params, query) => [
      Utils.isPlainObject(params),
      Utils.isPlainObject(query),
      Utils.merge({ where: { org: 'x' } }, { where: params }),
    ]),
  ).toEqual([true, true, { where: { org: 'acme', id: '7' } }]);
});

packages('immer')('drafts params and queries', async (given) => {
  expect(
    await ask(given, (params, query) => [
      isDraftable(params),
      produce(query as { role: string }, (draft) => {
        draft.role = 'guest';
      }),
    ]),
  ).toEqual([true, { role: 'guest', tag: ['a', 'b'] }]);
});

packages('mongoose')('takes params and queries for nested values and conditions', async (given) => {
  const User = new mongoose.Mongoose().model(
    'User',
    new mongoose.Schema({ place: { org: String, id: Number }, role: String, tag: [String] }),
  );
  expect(
    await ask(given, (params, query) => [
      new User({ place: params, ...query }).toObject({
        versionKey: false,
        transform: (_, { _id, ...rest }) => rest,
      }),
      User.find({ place: params, ...query }).cast(User),
      User.find(query).getFilter(),
    ]),
  ).toEqual([
    { place: { org: 'acme', id: 7 }, role: 'admin', tag: ['a', 'b'] },
    { place: { org: 'acme', id: '7' }, role: 'admin', tag: ['a', 'b'] },
    { role: 'admin', tag: ['a', 'b'] },
  ]);
});
