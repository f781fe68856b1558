#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/session/recent_files_model.h"

#include <QList>

namespace loupe {

/// The addresses opened last, newest first, with what was seen of them: kept in the user's settings and shared by all
/// windows. They have no secrets.
class RecentLocations {
public:
    static constexpr int maximum = 50;

    /// Entries that make no sense are skipped.
    static QList<RecentLocation> list();
    static QStringList names();
    /// Puts it in front.
    static void add(const RecentLocation& location);
    static void clear();
};

/// What is to be remembered of a checkpoint whose path is an address; it was opened now.
RecentLocation recentLocation(const Checkpoint& checkpoint);

/// The name under which an address is remembered: those that differed in their secrets alone become one.
QString rememberedName(const QString& name);

} // namespace loupe
