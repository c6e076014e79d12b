/* global SwaggerUIBundle, document, window */
window.ui = SwaggerUIBundle({
  url: 'openapi.json',
  domNode: document.getElementById('reference'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  displayRequestDuration: true,
  requestSnippetsEnabled: true,
  // Do not send the document to an external validator.
  validatorUrl: null,
});
