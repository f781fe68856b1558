#pragma once

#include <QString>

#include <functional>
#include <optional>
#include <vector>

class QPainter;
class QRect;

namespace loupe {

class ByteMapSource;
struct Theme;

/// The meaning of the colors of a byte map.
struct ByteMapKey {
    struct Entry {
        QString text;
        std::function<void(QPainter& painter, const QRect& swatch, const Theme& theme)> fill;
    };
    /// A logarithmic scale of Theme::sequential().
    struct Scale {
        QString from;
        QString to;
    };

    std::vector<Entry> entries;
    std::optional<Scale> scale = {}; ///< after the entries
    QString hint = {}; ///< after the entries, without a color
};

/// Adds an entry for each kind of region that occurs, except tensors.
void addRegionKinds(ByteMapKey& key, const ByteMapSource& source);

} // namespace loupe
