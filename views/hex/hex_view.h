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

/// The bytes of the selected tensor with their values, of its file's header with the header fields, or of the whole
/// file.
class HexView : public QWidget {
    Q_OBJECT

public:
    enum class Scope : std::uint8_t { Tensor, Header, File };

    /// The most bytes that can be copied at once.
    static constexpr std::uint64_t maximumCopy = HexPages::maximumWindow;

    explicit HexView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Switches to the tensor's file. Empty: shows the header instead of a tensor.
    void setTensor(std::optional<std::uint32_t> tensor);
    /// Scope::Tensor shows the selected tensor from its first byte, even if another file was shown before.
    void setScope(Scope scope);
    Scope scope() const { return m_scope; }
    /// Shows the byte at `offset` of file number `file`, in the header if it is there, else in the whole file.
    void showOffset(std::uint32_t file, std::uint64_t offset);

    /// True while the visible bytes are being fetched.
    bool isBusy() const;
    HexArea& area() { return *m_area; }
    /// The text below the bytes.
    QString readout() const;

    /// Leaves out the inspector, which hides if there is too little room.
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
    ElidedLabel* m_note; ///< describes the bytes shown
    ElidedLabel* m_cursorText;
    HexArea* m_area;
    HexInspector* m_inspector;
    QToolButton* m_inspects; ///< turns the inspector on and off
};

} // namespace loupe
