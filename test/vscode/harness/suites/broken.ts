throw new Error('on loading');
