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

/// Where the views of a checkpoint's window stand: tree and details side by side over the byte map, or the start page.
/// Keeps what a person has made of it in the settings.
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

    /// The window owns all that it places.
    explicit WindowLayout(const Parts& parts);

    void showStart(bool shows);
    /// Shards need a strip each. A height that a person chose stays while their number does.
    void fitByteMap(std::size_t shards);
    void restore();
    void save() const;

private:
    Parts m_parts;
    QStackedWidget* m_pages; ///< the start page, or what is open
    QSplitter* m_columns;
    QSplitter* m_rows;
    std::size_t m_strips = 1; ///< shards for which the byte map has room
};

} // namespace loupe
