import { TEST_DATABASES } from '../../src/store/test-databases.fixture.ts';
import { describeAccounts } from './accounts.ts';

// The queries themselves run on PostgreSQL in the tests of the store and of the operations.
describeAccounts(TEST_DATABASES[1]);
