"""What every app needs of the database: its clock, safe writes, outages, migrations."""
