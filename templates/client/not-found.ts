console.warn(`Page not found: ${location.pathname}${location.search}`);
