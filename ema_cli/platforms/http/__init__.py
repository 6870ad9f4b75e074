"""The platform over HTTP: the contract's routes and bodies, and the adapter that speaks it."""
