# Run by CPack before it packs: puts the programs into the RPM packages that run on any distribution. tloupe is the one
# file that needs libc alone; tensorloupe is the folder of the archive, with its own Qt, in /usr/lib/tensorloupe. Both are
# there before: packaging/package makes them.

if(NOT CPACK_GENERATOR STREQUAL RPM)
    return()
endif()

set(command_line ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tloupe/usr)
set(window ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tensorloupe/usr)

# zsh's completions lie where its own packages have them.
file(RENAME ${command_line}/share/zsh/vendor-completions ${command_line}/share/zsh/site-functions)

file(GLOB program ${CPACK_LOUPE_BUILD}/packages/tloupe-${CPACK_PACKAGE_VERSION}-${CMAKE_HOST_SYSTEM_PROCESSOR})
file(GLOB archive ${CPACK_LOUPE_BUILD}/archive/tensorloupe-*)
if(NOT program OR NOT archive)
    message(FATAL_ERROR "expected what packaging/archive makes in ${CPACK_LOUPE_BUILD}")
endif()
file(COPY_FILE ${program} ${command_line}/bin/tloupe)
file(COPY ${program}.licenses.txt DESTINATION ${command_line}/share/doc/tloupe)

file(REMOVE ${window}/bin/tensorloupe)
foreach(part IN ITEMS bin/tensorloupe bin/qt.conf etc lib share/doc/licenses share/fonts share/qt6 tensorloupe)
    cmake_path(GET part PARENT_PATH folder)
    file(COPY ${archive}/${part} DESTINATION ${window}/lib/tensorloupe/${folder})
endforeach()
file(CREATE_LINK ../lib/tensorloupe/tensorloupe ${window}/bin/tensorloupe SYMBOLIC)

file(GLOB pages ${command_line}/share/man/man1/*.1 ${window}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)

# By the names of libraries, which all distributions share, unlike those of packages.
set(needed "tloupe = ${CPACK_PACKAGE_VERSION}, hicolor-icon-theme, libc.so.6(GLIBC_2.36)(64bit)")
file(STRINGS ${archive}/etc/system-libraries lines)
foreach(line IN LISTS lines)
    string(REGEX REPLACE " .*" "" library ${line})
    string(APPEND needed ", ${library}()(64bit)")
endforeach()
set(CPACK_RPM_TENSORLOUPE_PACKAGE_REQUIRES ${needed})

# Each package has a summary of its own, which the first line of a description is for Debian.
foreach(package IN ITEMS TLOUPE TENSORLOUPE)
    string(REGEX REPLACE "^[^\n]*\n(.*)$" "\\1" CPACK_RPM_${package}_PACKAGE_DESCRIPTION "${CPACK_COMPONENT_${package}_DESCRIPTION}")
endforeach()

# CPack knows one license for all packages. That of tloupe names what is linked into the file, as RPM's distributions do.
# The window's is that of its own program: the libraries beside it have their licenses in share/doc/licenses.
set(CPACK_RPM_PACKAGE_LICENSE [=[%["%{name}" == "tloupe" ? "MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND CC0-1.0 AND ISC AND libpng-2.0 AND Zlib" : "MIT AND GPL-3.0-only"]]=])
