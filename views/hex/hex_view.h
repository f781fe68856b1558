#pragma once

#include "items/values/hex_pages.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLineEdit;
class QToolButton;

namespace loupe {

class ElidedLabel;
class HexArea;
class HexInspector;

/// The bytes of the selected tensor with its values, of its file's header with the header's fields, or of the whole
/// file.
class HexView : public QWidget {
    Q_OBJECT

public:
    enum class Scope : std::uint8_t { Tensor, Header, File };

    /// Bytes copied at once: more is work for another program.
    static constexpr std::uint64_t maximumCopy = HexPages::maximumWindow;

    explicit HexView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Changes to the tensor's file; with nothing, the header is shown in place of a tensor.
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Scope::Tensor: shows the selected tensor from its first byte, whichever file was shown before.
    void setScope(Scope scope);
    Scope scope() const { return m_scope; }
    /// Shows the byte at `offset` of file number `file`: in the header where it lies there, else in the whole file.
    void showOffset(std::uint32_t file, std::uint64_t offset);

    /// True while the visible bytes are being fetched.
    bool isBusy() const;
    HexArea& area() { return *m_area; }
    /// What stands beneath the bytes.
    QString readout() const;

    /// The inspector needs no room: it hides where there is too little.
    QSize minimumSizeHint() const override;

signals:
    void busyChanged();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showScope();
    void updateScopes();
    void goToTypedOffset();
    std::uint64_t fileSize() const;
    void updateCursorText();
    void copy(ByteRange range);
    void putOnClipboard(const HexPage& page);
    void showInspector();
    void inspectCursor();
    QString valueAtCursor(const Tensor& tensor) const;

    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    std::uint32_t m_file = 0;
    Scope m_scope = Scope::Header;
    HexPages m_pages; ///< for the area
    HexPages m_copying; ///< for the clipboard
    QComboBox* m_scopeBox;
    QLineEdit* m_offsetEdit;
    ElidedLabel* m_note; ///< what the bytes shown are
    ElidedLabel* m_cursorText;
    HexArea* m_area;
    HexInspector* m_inspector;
    QToolButton* m_inspects; ///< whether the inspector is wanted
};

} // namespace loupe
