#pragma once

#include "views/hex_area.h"

#include <QWidget>

#include <memory>
#include <optional>

class QComboBox;
class QLabel;
class QLineEdit;

namespace loupe {

/// The bytes of the selected tensor, of its file's header, or of its whole file.
class HexView : public QWidget {
    Q_OBJECT

public:
    enum class Scope : std::uint8_t { Tensor, Header, File };

    explicit HexView(QWidget* parent = nullptr);

    /// Null: nothing is open.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Changes to the tensor's file; with nothing, the first file's header is shown.
    void setTensor(std::optional<std::uint32_t> tensor);
    void showOffset(std::uint32_t file, std::uint64_t offset);
    void setScope(Scope scope);
    Scope scope() const { return m_scope; }

    bool busy() const;
    const HexArea& area() const { return *m_area; }

signals:
    void busyChanged();

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    std::optional<std::uint32_t> m_tensor;
    std::uint32_t m_file = 0;
    Scope m_scope = Scope::Tensor;
    QComboBox* m_scopeBox;
    QLineEdit* m_offsetEdit;
    QLabel* m_cursorLabel;
    HexArea* m_area;
};

} // namespace loupe
