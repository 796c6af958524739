"""Speed and memory: `bench` measures, README.md says what each figure means."""
