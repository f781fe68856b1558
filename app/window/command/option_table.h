#pragma once

#include "app/completion/completion.h"

#include <QCommandLineOption>
#include <QStringList>

#include <vector>

namespace loupe {

/// An option of the program: its help, and what completes its value.
struct WindowOption {
    QCommandLineOption option;
    ValueKind kind = ValueKind::Free;
    QStringList words = {}; ///< the values that it takes, where those are few
    QStringList pairWords = {}; ///< the same with --compare; empty: those of `words`
    bool repeats = false;
};

/// All options but help and version. Parsing, help, completion and the test of the manual page follow from this.
struct OptionTable {
    OptionTable();
    std::vector<const WindowOption*> all() const;

    WindowOption theme;
    WindowOption select;
    WindowOption view;
    WindowOption tree;
    WindowOption sort;
    WindowOption filter;
    WindowOption scan;
    WindowOption offline;
    WindowOption stored;
    WindowOption drop;
    WindowOption rename;
    WindowOption dtype;
    WindowOption setMetadata;
    WindowOption keyFile;
    WindowOption passphraseFile;
    WindowOption compare;
    WindowOption map;
    WindowOption rules;
    WindowOption screenshot;
    WindowOption size;
};

} // namespace loupe
