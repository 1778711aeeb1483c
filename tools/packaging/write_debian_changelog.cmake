# cmake -D VERSION=... -D MAINTAINER=... -D OUTPUT=... -P: the changelog of the package, which
# points to that of Trivium.
include(${CMAKE_CURRENT_LIST_DIR}/source_date.cmake)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${OUTPUT} "trivium (${VERSION}) unstable; urgency=medium

  * What changed in Trivium is in changelog.gz beside this file.

 -- ${MAINTAINER}  ${date}
")
execute_process(COMMAND gzip -9nf ${OUTPUT} COMMAND_ERROR_IS_FATAL ANY)
