# Run by CPack before it packs: puts the programs that run on any distribution into the RPM packages. tloupe is the
# single file that needs only libc. tensorloupe is the folder of the archive, with its own Qt, in /usr/lib/tensorloupe.
# packaging/package makes both beforehand.

if(NOT CPACK_GENERATOR STREQUAL RPM)
    return()
endif()

set(command_line ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tloupe/usr)
set(window ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/tensorloupe/usr)

# Moves zsh's completions to the folder of its own packages.
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

# Requires libraries by their names, because names of packages differ between distributions.
set(needed "tloupe = ${CPACK_PACKAGE_VERSION}, hicolor-icon-theme, libc.so.6(GLIBC_2.36)(64bit)")
file(STRINGS ${archive}/etc/system-libraries lines)
foreach(line IN LISTS lines)
    string(REGEX REPLACE " .*" "" library ${line})
    string(APPEND needed ", ${library}()(64bit)")
endforeach()
set(CPACK_RPM_TENSORLOUPE_PACKAGE_REQUIRES ${needed})

# Each RPM package has a separate summary. For Debian, it is the first line of the description, which is removed here.
foreach(package IN ITEMS TLOUPE TENSORLOUPE)
    string(REGEX REPLACE "^[^\n]*\n(.*)$" "\\1" CPACK_RPM_${package}_PACKAGE_DESCRIPTION "${CPACK_COMPONENT_${package}_DESCRIPTION}")
endforeach()

# CPack supports only one license for all packages, so this is an RPM expression. tloupe's license includes those of
# everything linked into the file, as is usual in RPM-based distributions. The window's is that of the program itself:
# the licenses of its bundled libraries are in share/doc/licenses.
set(CPACK_RPM_PACKAGE_LICENSE [=[%["%{name}" == "tloupe" ? "MIT AND Apache-2.0 AND BSD-2-Clause AND BSD-3-Clause AND CC0-1.0 AND ISC AND libpng-2.0 AND Zlib" : "MIT AND GPL-3.0-only"]]=])
