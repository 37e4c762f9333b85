"""Find out where the running acadfolio comes from, and make a wheel of it."""
