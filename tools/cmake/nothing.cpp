// The source of a target that only carries a precompiled header (TriviumTargets.cmake).
