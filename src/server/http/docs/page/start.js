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
  // Nothing is sent to anybody else to be looked at.
  validatorUrl: null,
});
