// `trivium-check`: tests whether programs follow their protocol, rule by rule.
#include "tools/check/command.h"

int main(int argc, char** argv) { return trivium::tools::run_check(argc, argv); }
