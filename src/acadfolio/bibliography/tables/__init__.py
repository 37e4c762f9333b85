"""Tables of the formats of bibliographies, which never change while acadfolio runs."""
