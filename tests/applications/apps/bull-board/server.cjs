const { dirname, join } = require('node:path');
const { createBullBoard } = require('@bull-board/api');
const { ExpressAdapter } = require('@bull-board/express');
const express = require('express');

// The board's own adapters need Redis, and it does not export what they extend.
const board = dirname(require.resolve('@bull-board/api'));
const { BaseAdapter } = require(join(board, 'queueAdapters/base.js'));

/** A queue in memory. */
class MemoryQueue extends BaseAdapter {
  #jobs = new Map();
  #isPaused = false;

  constructor() {
    super('bull', { description: 'in memory', allowCompletedRetries: true });
    for (const [id, state] of [
      ['1', 'completed'],
      ['2', 'failed'],
      ['3', 'waiting'],
    ])
      this.#add(id, 'mail', { to: id }, state);
  }

  #add(id, name, data, state) {
    const job = {
      id,
      name,
      data,
      state,
      opts: {},
      attemptsMade: 0,
      progress: async () => 0,
      remove: async () => this.#jobs.delete(id),
      retry: async () => {
        job.state = 'waiting';
      },
      promote: async () => {
        job.state = 'waiting';
      },
      discard: async () => {},
      moveToFailed: async () => {
        job.state = 'failed';
      },
      getState: async () => job.state,
      toJSON: () => ({
        id,
        name,
        data: job.data,
        opts: {},
        timestamp: 0,
        attemptsMade: 0,
        stacktrace: [],
        returnvalue: null,
        progress: 0,
        delay: 0,
      }),
      update: async (changed) => {
        job.data = changed;
      },
      updateData: async (changed) => {
        job.data = changed;
      },
    };
    this.#jobs.set(id, job);
    return job;
  }

  getName() {
    return 'mail';
  }
  getStatuses() {
    return ['latest', 'active', 'waiting', 'completed', 'failed', 'delayed', 'paused'];
  }
  getJobStatuses() {
    return ['active', 'waiting', 'completed', 'failed', 'delayed', 'paused'];
  }
  async getRedisInfo() {
    return null;
  }
  async getJob(id) {
    return this.#jobs.get(id);
  }
  async getJobs(states) {
    return [...this.#jobs.values()].filter(({ state }) => states.includes(state));
  }
  async getJobLogs(id) {
    return [`log of ${id}`];
  }
  async getMetrics() {
    return { meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [], count: 0 };
  }
  async getJobCounts() {
    const counts = Object.fromEntries(this.getJobStatuses().map((state) => [state, 0]));
    for (const { state } of this.#jobs.values()) counts[state]++;
    return counts;
  }
  async addJob(name, data) {
    return this.#add(`${this.#jobs.size + 1}`, name, data, 'waiting');
  }
  async clean(state) {
    for (const [id, job] of this.#jobs) if (job.state === state) this.#jobs.delete(id);
  }
  async isPaused() {
    return this.#isPaused;
  }
  async pause() {
    this.#isPaused = true;
  }
  async resume() {
    this.#isPaused = false;
  }
  async empty() {
    this.#jobs.clear();
  }
  async obliterate() {
    this.#jobs.clear();
  }
  async promoteAll() {}
  async removeJobScheduler() {
    return false;
  }
  async getJobSchedulers() {
    return [];
  }
  async getJobSchedulersCount() {
    return 0;
  }
  async updateJobScheduler() {
    return 'not-found';
  }
  async runJobSchedulerNow() {
    return 'not-found';
  }
  async getGlobalConcurrency() {
    return null;
  }
  async setGlobalConcurrency() {}
}

const serverAdapter = new ExpressAdapter();
serverAdapter.setBasePath('/queues');
createBullBoard({
  queues: [new MemoryQueue()],
  serverAdapter,
  options: { uiConfig: { boardTitle: 'Queues' } },
});

const app = express();
app.get('/', (_req, res) => res.redirect('/queues'));
app.use(
  '/queues',
  (req, res, next) => (req.get('Authorization') === 'unknown' ? res.sendStatus(401) : next()),
  serverAdapter.getRouter(),
);
app.listen(Number(process.env.PORT), '127.0.0.1');
