# Run by CPack before it packs: makes the files conform to Debian's rules, and sets their times from the commit.

if(NOT CPACK_GENERATOR STREQUAL DEB)
    return()
endif()
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    message(FATAL_ERROR "SOURCE_DATE_EPOCH is not set: packaging/package sets it")
endif()

foreach(package ${CPACK_COMPONENTS_ALL})
    set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${package})
    set(changelog ${root}/usr/share/doc/${package}/changelog)
    execute_process(
        COMMAND ${CPACK_LOUPE_CHANGELOG_TOOL} ${package} ${CPACK_PACKAGE_VERSION} ${CPACK_PACKAGE_CONTACT}
        INPUT_FILE ${CPACK_LOUPE_CHANGELOG} OUTPUT_FILE ${changelog} COMMAND_ERROR_IS_FATAL ANY)
    file(GLOB compressed ${root}/usr/share/man/man*/*.[0-9])
    execute_process(COMMAND gzip -9nf ${changelog} ${compressed} COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD ${changelog}.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()
