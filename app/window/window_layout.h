#pragma once

#include <cstddef>

class QMainWindow;
class QSplitter;
class QStackedWidget;

namespace loupe {

class ByteMap;
class DetailsTabs;
class StartPage;
class TensorTreeView;

/// The layout of a checkpoint's window: tree and details side by side above the byte map, or the start page. Saves the
/// user's changes in the settings.
class WindowLayout {
public:
    /// All must outlive this object.
    struct Parts {
        QMainWindow& window;
        StartPage& start;
        TensorTreeView& tree;
        DetailsTabs& details;
        ByteMap& byteMap;
    };

    /// The window owns all placed widgets.
    explicit WindowLayout(const Parts& parts);

    void showStart(bool shows);
    /// Makes room for one strip per shard. A height set by the user is kept until the number of shards changes.
    void fitByteMap(std::size_t shards);
    void restore();
    void save() const;

private:
    Parts m_parts;
    QStackedWidget* m_pages; ///< the start page, or the views of the open checkpoint
    QSplitter* m_columns;
    QSplitter* m_rows;
    std::size_t m_strips = 1; ///< shards for which the byte map has room
};

} // namespace loupe
