#pragma once

#include "items/writing/writing_preview.h"

#include <QWidget>

#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace loupe {

class CastRows;
class TallArea;

/// The choices that a write form offers.
struct WriteChoices {
    std::vector<OutputFormat> formats; ///< at least one
    QString path; ///< proposed path; its suffix selects the format
    bool several = false; ///< there is more than one tensor, so each may get its own file
    bool quantized = false; ///< some tensors are quantized weights, which can be dequantized
    bool keepShards = false; ///< initially, keep the existing shards
};

/// The form for the output path, format, number of files and dtypes. The path's suffix and the format are kept in sync.
class WriteForm : public QWidget {
    Q_OBJECT

public:
    explicit WriteForm(const WriteChoices& choices, QWidget* parent = nullptr);

    /// Inserts a row above the standard rows, below those inserted before.
    void addAbove(const QString& label, QWidget* widget);
    /// Proposes another path. Ignored if the user has chosen a path or a format.
    void propose(const QString& path);
    /// Fills in all but the recipe and `keepsFirst`.
    void fillIn(WritingRequest& request) const;
    /// True if the output is to be verified. Text formats cannot be verified.
    bool verifies() const;
    /// Why the request is invalid; empty if it is valid.
    QString error() const { return m_error; }
    /// Shows the dtypes with their choices.
    void showTypes(const std::vector<WritingPreview::Share>& dtypes);
    /// The dtype that quantized weights are dequantized to. Empty: they are written as stored.
    std::optional<DType> dequantizedTo() const;
    /// True if no dtype is cast or omitted, no weight is dequantized, and no shared tensor is dropped.
    bool keepsTensorsAsTheyAre() const;
    /// The number of tensors that can be omitted because they share the storage of another. If 0, that is not offered.
    void showShared(quint64 tensors);
    CastRows& casts() { return *m_casts; }
    /// In tab order
    std::vector<QWidget*> controls() const;

signals:
    void changed();
    /// dequantizedTo() has changed. Emitted instead of changed().
    void dequantizingChanged();
    /// controls() has changed.
    void controlsChanged();

private:
    void layOut();
    int rowHeight() const;
    void giveTypesRoom(std::size_t types);
    OutputFormat format() const;
    void followPath();
    void followFormat();
    void followKind();
    void readShards();
    void browse();

    std::vector<OutputFormat> m_formats;
    bool m_several;
    QGridLayout* m_grid;
    int m_rowsAbove = 0;
    bool m_isPathChosen = false; ///< chosen by the user
    QLineEdit* m_path;
    QPushButton* m_browse;
    QComboBox* m_format;
    QCheckBox* m_each;
    QComboBox* m_shards;
    QCheckBox* m_dequantize;
    QComboBox* m_plainType; ///< dtype of dequantized weights
    CastRows* m_casts;
    QLabel* m_typesLabel;
    TallArea* m_types; ///< contains the rows of casts; hidden if there are none
    QCheckBox* m_dropShared;
    QCheckBox* m_verify;
    bool m_wantsVerified = true; ///< if the format allows it
    bool m_forcedEach = false; ///< set by a format that holds only one tensor
    QString m_asNow; ///< the text of the choice to keep the shards; empty if not offered
    std::uint64_t m_shardSize = 0;
    bool m_keepsShards = false;
    QString m_error;
};

} // namespace loupe
