#include "items/tree/saved_filters.h"

#include <QSettings>
#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

const QString savedFiltersKey = QStringLiteral("filters/saved"); // alternating names and texts

void writeSavedFilters(const QList<SavedFilters::Entry>& entries)
{
    QStringList texts;
    for (const SavedFilters::Entry& entry : entries)
        texts << entry.name << entry.text;
    QSettings().setValue(savedFiltersKey, texts);
}

auto findSavedFilter(QList<SavedFilters::Entry>& entries, const QString& name)
{
    return std::find_if(
        entries.begin(), entries.end(), [&](const SavedFilters::Entry& entry) { return entry.name == name; });
}

} // namespace

QList<SavedFilters::Entry> SavedFilters::list()
{
    const QStringList texts = QSettings().value(savedFiltersKey).toStringList();
    QList<Entry> entries;
    for (qsizetype i = 0; i + 1 < texts.size() && entries.size() < maximum; i += 2) {
        if (!texts[i].isEmpty() && !texts[i + 1].isEmpty())
            entries << Entry{texts[i], texts[i + 1]};
    }
    return entries;
}

bool SavedFilters::save(const QString& name, const QString& text)
{
    QList<Entry> entries = list();
    if (const auto same = findSavedFilter(entries, name); same != entries.end())
        same->text = text;
    else if (entries.size() < maximum)
        entries << Entry{name, text};
    else
        return false;
    std::sort(entries.begin(), entries.end(),
        [](const Entry& one, const Entry& other) { return one.name.localeAwareCompare(other.name) < 0; });
    writeSavedFilters(entries);
    return true;
}

void SavedFilters::remove(const QString& name)
{
    QList<Entry> entries = list();
    if (const auto saved = findSavedFilter(entries, name); saved != entries.end()) {
        entries.erase(saved);
        writeSavedFilters(entries);
    }
}

} // namespace loupe
