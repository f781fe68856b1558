# CPack makes two Debian packages of the components, each with a package of debug symbols, and two RPM packages.
# packaging/package sets everything else that a build for packages needs.

set(LOUPE_PACKAGER "Tensorloupe contributors <tensorloupe@users.noreply.github.com>" CACHE STRING
    "Who answers for the packages: NAME <ADDRESS>")
set(LOUPE_HOMEPAGE "" CACHE STRING "Where the packages come from and faults are reported; nothing: the packages name no place")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tensorloupe)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT ${LOUPE_PACKAGER})
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL tloupe)
if(LOUPE_WINDOW)
    list(APPEND CPACK_COMPONENTS_ALL tensorloupe)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEBUGINFO_PACKAGE ON) # strips the installed files
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${LOUPE_HOMEPAGE})
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian/finish.cmake ${CMAKE_CURRENT_SOURCE_DIR}/rpm/finish.cmake)
set(CPACK_LOUPE_CHANGELOG_TOOL ${CMAKE_CURRENT_SOURCE_DIR}/debian/changelog)
set(CPACK_LOUPE_CHANGELOG ${PROJECT_SOURCE_DIR}/CHANGELOG.md)

set(CPACK_DEBIAN_TLOUPE_PACKAGE_NAME tloupe)
set(CPACK_DEBIAN_TLOUPE_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TLOUPE_PACKAGE_RECOMMENDS ca-certificates) # without CA certificates, no server is trusted
set(CPACK_COMPONENT_TLOUPE_DESCRIPTION "look inside model files, from the command line
Lists the tensors of neural networks' weights with dtype, shape and place in
the file, computes statistics, finds NaN and other problems, compares two
checkpoints, converts and exports them. Reads safetensors, GGUF, PyTorch,
ONNX, NumPy, TensorFlow, HDF5 and other files; runs no code from them.

This package needs no graphical libraries.")

set(CPACK_DEBIAN_TENSORLOUPE_PACKAGE_NAME tensorloupe)
set(CPACK_DEBIAN_TENSORLOUPE_PACKAGE_SECTION science)
# The MIME types are in tloupe. Both packages must be of the same build, because they link the same libraries.
set(CPACK_DEBIAN_TENSORLOUPE_PACKAGE_DEPENDS "tloupe (= ${PROJECT_VERSION}), hicolor-icon-theme")
set(CPACK_DEBIAN_TENSORLOUPE_PACKAGE_RECOMMENDS
    "desktop-file-utils, fonts-dejavu-core | fonts-mono, qt6-translations-l10n, qt6-wayland")
set(CPACK_DEBIAN_TENSORLOUPE_PACKAGE_SUGGESTS "python3-nautilus") # "Compare" in GNOME's file manager
set(CPACK_COMPONENT_TENSORLOUPE_DESCRIPTION "look inside model files, in a window
Shows a checkpoint as a tree of tensors with dtype, shape and size, a map of
every byte, histograms, heat maps and tables of values. Finds what is wrong
with a file, compares two checkpoints, and edits names, dtypes and metadata.

Only headers are read at first: a file of 20 GB opens as fast as a small one.")

# The spec for RPM. RPM-based distributions have other library versions than Debian, so these packages contain the same
# programs as the portable archive. rpm/finish.cmake puts them in, and sets their dependencies.
set(CPACK_LOUPE_BUILD ${PROJECT_BINARY_DIR})
set(CPACK_RPM_COMPONENT_INSTALL ON)
set(CPACK_RPM_FILE_NAME RPM-DEFAULT)
set(CPACK_RPM_TLOUPE_PACKAGE_NAME tloupe)
set(CPACK_RPM_TLOUPE_PACKAGE_SUMMARY "Look inside model files, from the command line")
set(CPACK_RPM_TENSORLOUPE_PACKAGE_NAME tensorloupe)
set(CPACK_RPM_PACKAGE_GROUP "Applications/Engineering")
set(CPACK_RPM_PACKAGE_RELOCATABLE OFF)
set(CPACK_RPM_TENSORLOUPE_PACKAGE_SUMMARY "Look inside model files, in a window")
set(CPACK_RPM_TENSORLOUPE_PACKAGE_AUTOREQPROV "no") # the libraries in its folder are private
set(CPACK_RPM_PACKAGE_VENDOR "Tensorloupe contributors")
set(CPACK_RPM_PACKAGE_URL ${LOUPE_HOMEPAGE})
set(CPACK_RPM_COMPRESSION_TYPE xz)
# Folders that belong to the package "filesystem" and to the icon theme. All others also belong to our packages, and are
# removed with the last one.
foreach(folder IN ITEMS applications bash-completion bash-completion/completions doc fish fish/vendor_completions.d
        icons icons/hicolor icons/hicolor/scalable icons/hicolor/scalable/apps icons/hicolor/scalable/mimetypes
        man man/man1 metainfo zsh zsh/site-functions)
    list(APPEND CPACK_RPM_EXCLUDE_FROM_AUTO_FILELIST_ADDITION /usr/share/${folder})
endforeach()
# Makes builds reproducible. The packages that https needs are only recommended.
set(CPACK_RPM_SPEC_MORE_DEFINE
    "%define use_source_date_epoch_as_buildtime 1\n%define clamp_mtime_to_source_date_epoch 1\n%define _buildhost localhost
%define packager ${LOUPE_PACKAGER}\nRecommends: ca-certificates, libcurl.so.4()(64bit)")

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each description has its own summary as its first line

foreach(package ${CPACK_COMPONENTS_ALL})
    install(FILES debian/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package}
        COMPONENT ${package} EXCLUDE_FROM_ALL)
endforeach()

# Debian's zsh looks here for completions from packages.
install(FILES completions/_tloupe DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions
    COMPONENT tloupe EXCLUDE_FROM_ALL)

include(CPack)
