// A rule of the linter: the comment before an exported declaration says what it is for.

/** Declarations that are named by what they do: functions, also as constants, classes and types. */
function isDescribed(declaration) {
  if (declaration?.type !== 'VariableDeclaration')
    return /^(?:(?:Function|Class|TSInterface|TSTypeAlias)Declaration|TSDeclareFunction)$/.test(
      declaration?.type,
    );
  return declaration.declarations.some(({ init }) => /^(?:Arrow)?FunctionExpression$/.test(init?.type));
}

/** True for a function or a signature behind another signature, which has the comment. */
function hasSignatures(node) {
  const before = node.parent.body[node.parent.body.indexOf(node) - 1];
  return before?.declaration?.type === 'TSDeclareFunction';
}

/** Returns the text of a doc comment before its first tag. */
function descriptionOf(comment) {
  if (comment?.type !== 'Block' || !comment.value.startsWith('*')) return '';
  return comment.value.split('@', 1)[0].replaceAll(/[\s*]/g, '');
}

export const describeExports = {
  create(context) {
    const check = (node) => {
      if (!isDescribed(node.declaration) || hasSignatures(node)) return;
      const comment = context.sourceCode.getCommentsBefore(node).at(-1);
      if (descriptionOf(comment) === '')
        context.report({ node, message: 'Say in a doc comment what this is for.' });
    };
    return { ExportNamedDeclaration: check, ExportDefaultDeclaration: check };
  },
};
