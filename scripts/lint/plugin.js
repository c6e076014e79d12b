// The rules of Kinora's own, for the linter.
import { describeExports } from './describe-exports.js';
import { linearExpressions } from './linear-expressions.js';

const noPrivateNames = {
  create: (context) => ({
    PrivateIdentifier: (node) =>
      context.report({ node, message: 'Write `private`, not `#`: one of the two is enough.' }),
  }),
};

export default {
  meta: { name: 'kinora' },
  rules: {
    'describe-exports': describeExports,
    'linear-expressions': linearExpressions,
    'no-private-names': noPrivateNames,
  },
};
