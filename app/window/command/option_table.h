#pragma once

#include "app/completion/completion.h"

#include <QCommandLineOption>
#include <QStringList>

#include <vector>

namespace loupe {

/// An option of the program, with its help and completions.
struct WindowOption {
    QCommandLineOption option;
    ValueKind kind = ValueKind::Free;
    QStringList words = {}; ///< its possible values, if there are few
    QStringList pairWords = {}; ///< possible values with --compare; empty: same as `words`
    bool repeats = false;
};

/// All options except help and version. Parsing, help, completion and the test of the man page are based on this.
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
