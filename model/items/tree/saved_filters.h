#pragma once

#include <QList>
#include <QString>

namespace loupe {

/// Filters that the user has named, sorted by name. Stored in the user's settings and shared by all windows.
class SavedFilters {
public:
    static constexpr int maximum = 100;

    struct Entry {
        QString name;
        QString text;

        bool operator==(const Entry&) const = default;
    };

    /// Skips invalid entries.
    static QList<Entry> list();
    /// Replaces the filter with the same name, if there is one. Returns false if there are too many.
    static bool save(const QString& name, const QString& text);
    static void remove(const QString& name);
};

} // namespace loupe
