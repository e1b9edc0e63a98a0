/** 150 static routes of one kind. @type {import('../../lane/apps/app.mjs').Routes} */
export function routes(app) {
  for (let route = 0; route < 150; route++) {
    app.get(`/api/v1/accounts/resource-${route}/summary`, (_req, res) => {
      res.json({ route });
    });
  }
}
