#pragma once

#include <QList>
#include <QString>

namespace loupe {

/// Filters that people gave a name, by name, kept in the user's settings and shared by all windows.
class SavedFilters {
public:
    static constexpr int maximum = 100;

    struct Entry {
        QString name;
        QString text;

        bool operator==(const Entry&) const = default;
    };

    /// Entries that make no sense are skipped.
    static QList<Entry> list();
    /// In place of the one with the same name, if there is one. False where there are too many.
    static bool save(const QString& name, const QString& text);
    static void remove(const QString& name);
};

} // namespace loupe
