#pragma once

#include "items/session/opened_checkpoint.h"
#include "items/session/recent_files_model.h"

#include <QList>

namespace loupe {

/// The recently opened addresses, newest first, with facts about their files. Stored in the user's settings without
/// secrets, and shared by all windows.
class RecentLocations {
public:
    static constexpr int maximum = 50;

    /// Skips invalid entries.
    static QList<RecentLocation> list();
    static QStringList names();
    /// Puts the address at the front.
    static void add(const RecentLocation& location);
    static void clear();
};

/// The entry for a checkpoint that was just opened from an address.
RecentLocation recentLocation(const Checkpoint& checkpoint);

/// The name under which an address is stored. Addresses that differ only in their secrets have the same name.
QString rememberedName(const QString& name);

} // namespace loupe
